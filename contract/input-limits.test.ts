import { expect, test } from 'vitest'
import { z } from 'zod'
import * as calls from '#contract/calls/calls.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { endpoints } from '#test/endpoints.ts'

/** Paths in a JSON schema to arrays and records without a maximum size. */
function unbounded(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const entries = new Map(Object.entries(schema))
  const isList = entries.get('type') === 'array' && !entries.has('maxItems')
  const isAnything = entries.has('propertyNames') && !entries.has('maxProperties')
  const below = [...entries].flatMap(([key, value]) => unbounded(value, `${at}/${key}`))
  return isList || isAnything ? [at, ...below] : below
}

const toJsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

const inputs = ({ params, query, body }: Endpoint) =>
  Object.entries({ params, query, body }).filter(([, schema]) => schema !== undefined)

test('every array in a request has a maximum length', () => {
  for (const [name, endpoint] of endpoints) {
    for (const [part, schema = z.never()] of inputs(endpoint)) {
      expect({ name, part, unbounded: unbounded(toJsonSchema(schema)) }).toEqual({
        name,
        part,
        unbounded: [],
      })
    }
  }
})

test('every array in a socket event has a maximum length', () => {
  for (const { name, payload } of Object.values(calls.callClientEvents)) {
    expect({ name, unbounded: unbounded(toJsonSchema(payload)) }).toEqual({ name, unbounded: [] })
  }
})

test('an array without a maximum length is found at any depth', () => {
  const bounded = z.array(z.string()).max(3)
  const schema = z.object({
    value: z.union([bounded, z.object({ inner: z.array(bounded) })]),
    others: z.record(z.string(), bounded),
  })
  expect(unbounded(toJsonSchema(schema))).toEqual([
    '/properties/value/anyOf/1/properties/inner',
    '/properties/others',
  ])
})
