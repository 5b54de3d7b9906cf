"""The one search, and what is read off it: trace, solution, step table, frames, comparison."""
