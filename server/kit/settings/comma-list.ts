import { z } from 'zod'

/** A comma-separated setting. */
export const CommaList = z.string().transform((text) => text.split(',').map((one) => one.trim()))
