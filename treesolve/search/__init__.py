"""The search and everything derived from it: trace, solution, step table, frames, comparison."""
