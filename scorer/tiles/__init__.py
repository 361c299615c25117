"""Tiles: ports, kinds made of segments, their four orientations, how two of them meet, and what lies in a box."""
