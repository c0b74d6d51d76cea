import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/kit/context.ts'

export function taskRoutes(_app: FastifyInstance, _context: Context): void {}
