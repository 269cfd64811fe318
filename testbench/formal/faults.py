FAULTS = []
def faulty(f): pass
