import { z } from 'zod'

/** The ways in which somebody is told, in the order in which they are shown. */
export const channels = ['page', 'mail', 'push'] as const
export type Channel = (typeof channels)[number]

/** Which of them a kind of notice takes: the list on the page, a mail, a browser's notification. */
export const Channels = z.object({ page: z.boolean(), mail: z.boolean(), push: z.boolean() })
export type Channels = z.infer<typeof Channels>

export const allChannels: Channels = { page: true, mail: true, push: true }
/** Of what is needed for safety: nobody can switch it off. */
export const requiredChannels: readonly Channel[] = ['page', 'mail']
