def write(found):
    pass
