"""The vault's memory: loadout, flush, recall, offload, inspect, distill, gc, and the index behind them."""
