"""What a call, a scope and a declaration are called in each grammar: the tables by which `trees` reads a file."""

from __future__ import annotations

from adrguard.model.record import Record

# Where the names that a node declares are known.
HERE = "here"
"""In the innermost scope around the names, which may be the node itself."""
OUTER = "outer"
"""In the scope around the node."""
FUNCTION = "function"
"""In the function around the node (JavaScript's `var`)."""
FILE = "file"

FIRST = "first"
"""Instead of a field: the first child (that is a name), for grammars that give it no field."""

ITSELF = "itself"
"""Instead of a field: the node, which holds object and method side by side."""


class Declares(Record):
    """How a kind of node declares names.

    `fields` hold the names, or patterns with names in them; () means the children themselves, which are patterns.
    With `callable` the names are only ever called (a method is no variable); `value` is the field whose expression the
    name then stands for.
    """

    fields: tuple[str, ...]
    where: str = HERE
    callable: bool = False
    value: str = ""


class Grammar(Record):
    """One language.

    calls      kind of node -> the field that holds the callee, `FIRST` for its first child, `ITSELF`
    scopes     kinds of nodes in which names are declared
    declares   kind of node -> how it declares names
    members    scopes whose functions cannot be called by their bare name
    functions  the scopes that are functions, where that matters
    bare       a bare name that is nothing of the file's may be a global one
    """

    calls: dict[str, str]
    scopes: frozenset[str]
    declares: dict[str, Declares]
    members: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    bare: bool = True


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NAME_OUTSIDE = Declares(("name",), OUTER)
_FUNCTION_OUTSIDE = Declares(("name",), OUTER, callable=True)
_NAME_HERE = Declares(("name",))
_CHILDREN = Declares(())

_JS_FUNCTIONS = _set(
    "function_declaration generator_function_declaration function_expression generator_function arrow_function"
    " method_definition"
)
_ECMASCRIPT = Grammar(
    {"call_expression": "function", "new_expression": "constructor"},
    _JS_FUNCTIONS | _set("statement_block for_statement for_in_statement catch_clause switch_body class_static_block"),
    {
        "variable_declarator": Declares(("name",), HERE, value="value"),
        "function_declaration": _NAME_OUTSIDE,
        "generator_function_declaration": _NAME_OUTSIDE,
        "function_expression": _NAME_HERE,
        "class_declaration": _NAME_OUTSIDE,
        "abstract_class_declaration": _NAME_OUTSIDE,
        "enum_declaration": _NAME_OUTSIDE,
        "internal_module": _NAME_OUTSIDE,
        "formal_parameters": _CHILDREN,
        "arrow_function": Declares(("parameter",)),
        "catch_clause": Declares(("parameter",)),
        "for_in_statement": Declares(("left",)),
    },
    functions=_JS_FUNCTIONS,
)

_C_FAMILY = Grammar(
    {"call_expression": "function", "new_expression": "type"},
    _set(
        "function_definition compound_statement for_statement for_range_loop lambda_expression namespace_definition"
        " field_declaration_list catch_clause if_statement while_statement"
    ),
    {
        "function_definition": Declares(("declarator",), OUTER, callable=True),
        "parameter_declaration": Declares(("declarator",)),
        "optional_parameter_declaration": Declares(("declarator",)),
        "declaration": Declares(("declarator",)),
        "for_range_loop": Declares(("declarator",)),
        "field_declaration": Declares(("declarator",), callable=True),
        "preproc_function_def": Declares(("name",), FILE, callable=True),
        "class_specifier": _NAME_OUTSIDE,
        "struct_specifier": _NAME_OUTSIDE,
        "namespace_definition": Declares(("name",), FILE),
    },
)

GRAMMARS: dict[str, Grammar] = {
    "javascript": _ECMASCRIPT,
    "typescript": _ECMASCRIPT,
    "tsx": _ECMASCRIPT,
    "c": _C_FAMILY,
    "cpp": _C_FAMILY,
    # Only for pieces of Python: whole files are read from the interpreter's own tree.
    "python": Grammar(
        {"call": "function"},
        _set(
            "function_definition lambda list_comprehension set_comprehension dictionary_comprehension"
            " generator_expression"
        ),
        {
            "function_definition": _NAME_OUTSIDE,
            "class_definition": _NAME_OUTSIDE,
            "parameters": _CHILDREN,
            "lambda_parameters": _CHILDREN,
            "assignment": Declares(("left",), HERE, value="right"),
            "augmented_assignment": Declares(("left",)),
            "for_statement": Declares(("left",)),
            "for_in_clause": Declares(("left",)),
            "as_pattern_target": _CHILDREN,
            "named_expression": _NAME_HERE,
        },
    ),
    "go": Grammar(
        {"call_expression": "function", "type_conversion_expression": "type"},
        _set(
            "function_declaration method_declaration func_literal block if_statement for_statement"
            " expression_switch_statement type_switch_statement select_statement expression_case type_case"
            " default_case communication_case"
        ),
        {
            "short_var_declaration": Declares(("left",), HERE, value="right"),
            "var_spec": Declares(("name",), HERE, value="value"),
            "const_spec": _NAME_HERE,
            "parameter_declaration": _NAME_HERE,
            "variadic_parameter_declaration": _NAME_HERE,
            "function_declaration": _NAME_OUTSIDE,
            "type_spec": _NAME_HERE,
            "type_alias": _NAME_HERE,
            "range_clause": Declares(("left",)),
            "receive_statement": Declares(("left",)),
            "type_switch_statement": Declares(("alias",)),
        },
    ),
    "rust": Grammar(
        {"call_expression": "function", "macro_invocation": "macro"},
        _set(
            "function_item closure_expression block mod_item impl_item trait_item match_arm for_expression"
            " if_expression while_expression"
        ),
        {
            "function_item": _FUNCTION_OUTSIDE,
            "let_declaration": Declares(("pattern",), HERE, value="value"),
            "parameter": Declares(("pattern",)),
            "closure_parameters": _CHILDREN,
            "for_expression": Declares(("pattern",)),
            "match_arm": Declares(("pattern",)),
            "let_condition": Declares(("pattern",)),
            "struct_item": _NAME_OUTSIDE,
            "enum_item": _NAME_OUTSIDE,
            "union_item": _NAME_OUTSIDE,
            "trait_item": _NAME_OUTSIDE,
            "type_item": Declares(("name",), OUTER, value="type"),
            "mod_item": _NAME_OUTSIDE,
            "const_item": _NAME_HERE,
            "static_item": _NAME_HERE,
            "macro_definition": Declares(("name",), FILE, callable=True),
        },
        members=_set("impl_item trait_item"),
    ),
    "java": Grammar(
        {"method_invocation": ITSELF, "object_creation_expression": "type"},
        _set(
            "class_body interface_body enum_body annotation_type_body method_declaration constructor_declaration"
            " compact_constructor_declaration lambda_expression block for_statement enhanced_for_statement"
            " try_with_resources_statement catch_clause switch_block"
        ),
        {
            "variable_declarator": _NAME_HERE,
            "formal_parameter": _NAME_HERE,
            "catch_formal_parameter": _NAME_HERE,
            "resource": _NAME_HERE,
            "enhanced_for_statement": _NAME_HERE,
            "lambda_expression": Declares(("parameters",)),
            "inferred_parameters": _CHILDREN,
            "method_declaration": _FUNCTION_OUTSIDE,
            "class_declaration": _NAME_OUTSIDE,
            "record_declaration": _NAME_OUTSIDE,
            "enum_declaration": _NAME_OUTSIDE,
            "interface_declaration": _NAME_OUTSIDE,
        },
        bare=False,
    ),
    "kotlin": Grammar(
        {"call_expression": FIRST, "constructor_invocation": FIRST},
        _set(
            "class_body enum_class_body function_declaration anonymous_function lambda_literal function_body"
            " control_structure_body for_statement catch_block when_expression secondary_constructor getter setter"
        ),
        {
            "variable_declaration": Declares((FIRST,)),
            "parameter": Declares((FIRST,)),
            "class_parameter": Declares((FIRST,), OUTER),
            "function_declaration": Declares((FIRST,), OUTER, callable=True),
            "class_declaration": Declares((FIRST,), OUTER),
            "object_declaration": Declares((FIRST,), OUTER),
            "catch_block": Declares((FIRST,)),
        },
    ),
    "csharp": Grammar(
        {"invocation_expression": "function", "object_creation_expression": "type"},
        _set(
            "declaration_list method_declaration constructor_declaration local_function_statement lambda_expression"
            " anonymous_method_expression block for_statement foreach_statement using_statement catch_clause"
            " switch_section accessor_declaration"
        ),
        {
            "variable_declarator": _NAME_HERE,
            "tuple_pattern": _CHILDREN,
            "parameter": _NAME_HERE,
            "lambda_expression": Declares(("parameters",)),
            "foreach_statement": Declares(("left",)),
            "catch_declaration": _NAME_HERE,
            "declaration_pattern": _NAME_HERE,
            "declaration_expression": _NAME_HERE,
            "property_declaration": _NAME_HERE,
            "method_declaration": _FUNCTION_OUTSIDE,
            "local_function_statement": _FUNCTION_OUTSIDE,
            "class_declaration": _NAME_OUTSIDE,
            "struct_declaration": _NAME_OUTSIDE,
            "record_declaration": _NAME_OUTSIDE,
            "enum_declaration": _NAME_OUTSIDE,
            "interface_declaration": _NAME_OUTSIDE,
        },
        bare=False,
    ),
    "ruby": Grammar(
        {"call": ITSELF},
        _set("method singleton_method class module singleton_class block do_block lambda"),
        {
            "method": _FUNCTION_OUTSIDE,
            "method_parameters": _CHILDREN,
            "block_parameters": _CHILDREN,
            "lambda_parameters": _CHILDREN,
            "assignment": Declares(("left",), HERE, value="right"),
            "operator_assignment": Declares(("left",)),
            "exception_variable": _CHILDREN,
            "for": Declares(("pattern",)),
            "class": _NAME_OUTSIDE,
            "module": _NAME_OUTSIDE,
        },
    ),
    "php": Grammar(
        {
            "function_call_expression": "function",
            "scoped_call_expression": ITSELF,
            "object_creation_expression": FIRST,
            "exit_statement": ITSELF,
            "print_intrinsic": ITSELF,
        },
        frozenset(),
        {
            "function_definition": Declares(("name",), FILE, callable=True),
            "class_declaration": Declares(("name",), FILE),
            "interface_declaration": Declares(("name",), FILE),
            "trait_declaration": Declares(("name",), FILE),
            "enum_declaration": Declares(("name",), FILE),
        },
    ),
    "swift": Grammar(
        {"call_expression": FIRST, "constructor_expression": FIRST},
        _set(
            "class_body enum_class_body protocol_body function_declaration init_declaration lambda_literal"
            " for_statement catch_block if_statement while_statement do_statement computed_property"
        ),
        {
            "property_declaration": _NAME_HERE,
            "parameter": _NAME_HERE,
            "lambda_parameter": _NAME_HERE,
            "function_declaration": _FUNCTION_OUTSIDE,
            "class_declaration": _NAME_OUTSIDE,
            "for_statement": Declares(("item",)),
            "catch_block": Declares(("error",)),
            "if_statement": Declares(("bound_identifier",)),
            "guard_statement": Declares(("bound_identifier",)),
        },
    ),
    "scala": Grammar(
        {"call_expression": "function", "instance_expression": FIRST},
        _set(
            "template_body enum_body function_definition block indented_block lambda_expression case_clause"
            " for_expression"
        ),
        {
            "val_definition": Declares(("pattern",)),
            "var_definition": Declares(("pattern",)),
            "parameter": _NAME_HERE,
            "class_parameter": Declares(("name",), OUTER),
            "function_definition": _FUNCTION_OUTSIDE,
            "class_definition": _NAME_OUTSIDE,
            "object_definition": _NAME_OUTSIDE,
            "trait_definition": _NAME_OUTSIDE,
            "enum_definition": _NAME_OUTSIDE,
            "lambda_expression": Declares(("parameters",)),
            "binding": _NAME_HERE,
            "enumerator": Declares((FIRST,)),
            "case_clause": Declares(("pattern",)),
        },
    ),
}
