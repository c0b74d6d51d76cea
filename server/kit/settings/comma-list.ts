import { z } from 'zod'

/** A setting of several texts with commas between them. */
export const CommaList = z.string().transform((text) => text.split(',').map((one) => one.trim()))
