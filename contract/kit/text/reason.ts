import { reasonMaxLength } from '../../limits/reviews.ts'
import { textWithinSentence } from './text-schemas.ts'

/** The required reason for a cancellation, an absence, a pause or another change. */
export const Reason = textWithinSentence('Please give a reason', reasonMaxLength)
