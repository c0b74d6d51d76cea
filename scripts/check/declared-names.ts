import { parseSync } from 'vite'

/** The fields of a syntax node that declare names. */
const declaring: Record<string, readonly string[]> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ArrayPattern: ['elements'],
  AssignmentPattern: ['left'],
  RestElement: ['argument'],
  ClassDeclaration: ['id'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  TSTypeAliasDeclaration: ['id'],
  TSTypeParameter: ['name'],
  TSPropertySignature: ['key'],
  TSMethodSignature: ['key'],
}

type Node = { type: string; [field: string]: unknown }

/**
 * The names a TypeScript file declares: variables, functions, parameters, types and their fields.
 * Destructuring `{ wish }` declares none, because the name comes from the value.
 */
export function findDeclaredNames(file: string, text: string): Set<string> {
  const names = new Set<string>()
  const add = (node: unknown): void => {
    if (isNode(node) && node.type === 'Identifier') names.add(String(node.name))
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isNode(value)) return
    for (const field of declaring[value.type] ?? []) [value[field]].flat().forEach(add)
    if (value.type === 'ObjectPattern') [value.properties].flat().forEach(addRenamed)
    Object.values(value).forEach(visit)
  }
  const addRenamed = (property: unknown): void => {
    if (isNode(property) && property.shorthand === false) add(property.value)
  }
  visit(parseSync(file, text).program)
  return names
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
