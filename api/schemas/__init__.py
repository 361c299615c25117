"""The shapes of requests and answers as marshmallow schemas: what ``openapi.yaml`` is made from.

A request's fields carry the library's own shapes. Their values are read once, by the library, which knows how to say
what is wrong with them; the schema holds the service's limits against them beforehand.
"""
