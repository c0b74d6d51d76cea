import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/kit/context.ts'

export function peopleRoutes(_app: FastifyInstance, _context: Context): void {}
