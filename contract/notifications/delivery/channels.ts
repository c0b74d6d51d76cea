import { z } from 'zod'

/** Channels of notifications in display order: the list on the page, mail, and push messages. */
export const channels = ['page', 'mail', 'push'] as const
export type Channel = (typeof channels)[number]

/** Which channels a kind of notification uses. */
export const Channels = z.object({ page: z.boolean(), mail: z.boolean(), push: z.boolean() })
export type Channels = z.infer<typeof Channels>

export const allChannels: Channels = { page: true, mail: true, push: true }
/** Channels of account security notifications that cannot be switched off. */
export const requiredChannels: readonly Channel[] = ['page', 'mail']
