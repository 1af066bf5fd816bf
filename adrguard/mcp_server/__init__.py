"""The MCP server: the guard and the memory as tools, resources and prompts for any client of the protocol."""
