import { reasonMaxLength } from '../../limits/reviews.ts'
import { plainText } from './text-schemas.ts'

/** The required reason for a cancellation, an absence, a pause or another change. */
export const Reason = plainText('Please give a reason', reasonMaxLength)
