import { reasonMaxLength } from '../../limits/reviews.ts'
import { inlineText } from './text-schemas.ts'

/** The required reason for a cancellation, an absence, a pause or another change. */
export const Reason = inlineText('Please give a reason', reasonMaxLength)
