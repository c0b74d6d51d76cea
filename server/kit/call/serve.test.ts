import Fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { definePublicEndpoint } from '#contract/kit/endpoint.ts'
import { startApp } from '#test/app.ts'
import { validateInput } from './errors.ts'
import { serveLongComputation } from './serve.ts'

const look = definePublicEndpoint('student', {
  method: 'GET',
  path: '/look',
  summary: 'Looks for the best',
  query: z.object({ early: z.string().optional() }),
  reply: z.array(z.string()),
})

test('a search that ran out of time says that it stopped early, a complete one does not', async () => {
  const { context } = await startApp()
  const app = Fastify()
  app.setValidatorCompiler(validateInput)
  app.setSerializerCompiler(serializerCompiler)
  serveLongComputation(app, context, look, async ({ query }) => ({
    lines: ['found'],
    stoppedEarly: query.early !== undefined,
  }))
  const early = await app.inject('/look?early=1')
  expect(early.headers['stopped-early']).toBe('true')
  expect(early.json()).toEqual(['found'])
  const best = await app.inject('/look')
  expect(best.headers).not.toHaveProperty('stopped-early')
  expect(best.json()).toEqual(['found'])
})

test('a long reply is complete and in order, and other calls run meanwhile', async () => {
  const { context } = await startApp()
  const app = Fastify()
  app.setValidatorCompiler(validateInput)
  app.setSerializerCompiler(serializerCompiler)
  const all = Array.from({ length: 120 }, (_, place) => `line ${place}`)
  let taken = 0
  let takenAtTurn: number | undefined
  function* linesInTurn() {
    setImmediate(() => {
      takenAtTurn = taken
    })
    for (const line of all) {
      taken += 1
      yield line
    }
  }
  serveLongComputation(app, context, look, async () => ({
    lines: linesInTurn(),
    stoppedEarly: false,
  }))
  const answer = await app.inject('/look')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toEqual(all)
  expect(takenAtTurn).toBeLessThan(all.length)
})
