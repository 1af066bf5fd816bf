"""The whole repository as one HTML page. `render` in `page` is the way in; everything here is pure."""
