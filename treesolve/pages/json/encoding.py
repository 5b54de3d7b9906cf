"""How every document is written: plain ASCII on one line."""

import json

encode = json.JSONEncoder(separators=(",", ":")).encode
"""A value as JSON text."""
