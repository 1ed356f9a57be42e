# filled in by the parts
