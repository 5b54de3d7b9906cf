"""Tests of what breaks: a system that refuses calls, programs that are killed, inputs that nobody foresaw."""
