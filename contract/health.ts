import { z } from 'zod'
import { defineEndpoint } from './kit/endpoint.ts'
import type { ManualPage } from './kit/manual.ts'

/** The health checks in display order, with their labels. */
export const healthCheckLabels = {
  settings: 'Settings',
  version: 'Version',
  database: 'Database',
  extensions: 'Database extensions',
  disk: 'Disk space',
  files: 'File permissions',
  clock: 'Clock',
  'mail-server': 'Mail server',
  'mails-waiting': 'Waiting emails',
  'mails-failed': 'Failed emails',
  webhooks: 'Webhooks',
  'api-tokens': 'API tokens',
  'single-sign-on': 'Single sign-on',
  'private-calendars': 'Reviewers’ calendars',
  stun: 'Calls: STUN',
  turn: 'Calls: TURN',
  processes: 'Server processes',
  proxy: 'Reverse proxy',
  tls: 'Certificate',
  backup: 'Backups',
} as const
export type HealthCheckName = keyof typeof healthCheckLabels
export const healthCheckNames = Object.keys(healthCheckLabels) as HealthCheckName[]

export const healthManualPages: Record<HealthCheckName, ManualPage> = {
  settings: 'run/settings',
  version: 'run/upgrade',
  database: 'run/settings',
  extensions: 'run/settings',
  disk: 'run/backup',
  files: 'run/settings',
  clock: 'run/health',
  'mail-server': 'run/mail',
  'mails-waiting': 'run/mail',
  'mails-failed': 'run/mail',
  webhooks: 'develop/webhooks',
  'api-tokens': 'develop/api',
  'single-sign-on': 'run/single-sign-on',
  'private-calendars': 'guide/reviewer',
  stun: 'run/calls',
  turn: 'run/calls',
  processes: 'run/scale',
  proxy: 'run/install',
  tls: 'run/install',
  backup: 'run/backup',
}

export const HealthCheckResult = z.object({
  check: z.enum(healthCheckNames),
  isFine: z.boolean(),
  /** What was found. Never contains a secret. */
  said: z.string(),
  /** What to do; null if the check passed. */
  todo: z.string().nullable(),
})
export type HealthCheckResult = z.infer<typeof HealthCheckResult>

export const HealthReport = z.object({
  /** When the checks ran, as an ISO instant. */
  at: z.string(),
  version: z.string(),
  lines: z.array(HealthCheckResult),
})
export type HealthReport = z.infer<typeof HealthReport>

export const getHealth = defineEndpoint({
  role: 'admin',
  may: 'watch the school',
  method: 'GET',
  path: '/health',
  summary: 'Runs all health checks and returns their results',
  reply: HealthReport,
})
