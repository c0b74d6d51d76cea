import { z } from 'zod'

export const DomainRename = z.object({ by: z.string(), from: z.string(), to: z.string() })
type DomainRename = z.output<typeof DomainRename>

export const domainRenamed = {
  label: 'Your domain is renamed',
  to: ['student', 'advisor'] as const,
  schema: DomainRename,
  button: 'Go to Home',
  mail: 'batched' as const,
  defaultChannels: { page: true, mail: false, push: false },
  subject: ({ from, to }: DomainRename) => `${from} is now called ${to}`,
  text: ({ by, from, to }: DomainRename) => `${by} renamed the domain ${from} to ${to}.`,
}
