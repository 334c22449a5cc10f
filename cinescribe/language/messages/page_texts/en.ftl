skip = Skip to the content
