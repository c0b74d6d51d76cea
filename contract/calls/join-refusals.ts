import { defineRefusal } from '../kit/refusal.ts'

/** Why nobody can join the call of a review at any later try, unless the review changes. */
export const joinRefusals = {
  notScheduled: defineRefusal(409, 'This review is not scheduled yet'),
  over: defineRefusal(409, 'This review is over'),
}
