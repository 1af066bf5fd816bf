"""The steps of `adrguard fix`: mend texts and judge them again, preview, write them where they came from."""
