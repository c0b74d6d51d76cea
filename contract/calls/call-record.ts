import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { reviewRefusals } from '../reviews/reviews.ts'
import { abilities, mapRoles, roles } from '../roles.ts'
import { RoomIdInput } from './calls.ts'

const Present = z.object({ _id: z.string(), name: z.string(), role: z.enum(roles) })

export const callEventKinds = ['joined', 'answered', 'ended', 'left'] as const
export type CallEventKind = (typeof callEventKinds)[number]

/**
 * Why someone left: on their own, because they entered from another client, because the connection
 * was lost or the page closed, or because the server removed them (signed out, blocked, or too many
 * events).
 */
export const leaveReasons = ['left', 'replaced', 'disconnected', 'removed'] as const
export type LeaveReason = (typeof leaveReasons)[number]

/** Whether it happened more than half an hour before the slot. */
const early = z.boolean()

export const CallEvent = z.object({
  kind: z.enum(callEventKinds),
  person: Present,
  /** An ISO instant. */
  at: z.string(),
  /** Why they left; null for other kinds. */
  reason: z.enum(leaveReasons).nullable(),
  /**
   * More than 1 if someone joined and left repeatedly. The entry then stands for so many events,
   * from `since` to `at`.
   */
  times: z.number(),
  since: z.string(),
  early,
})
export type CallEvent = z.infer<typeof CallEvent>

export const ChatLine = z.object({ person: Present, text: z.string(), at: z.string(), early })
export type ChatLine = z.infer<typeof ChatLine>

export const CallRecord = z.object({
  events: z.array(CallEvent),
  chat: z.array(ChatLine),
  /** How long both were in the room, and how much of that was over half an hour before the slot. */
  togetherSeconds: z.number(),
  earlySeconds: z.number(),
  /** Events and chat were deleted after their retention period. */
  isDeleted: z.boolean(),
})
export type CallRecord = z.infer<typeof CallRecord>

export const getCallRecord = mapRoles(abilities['see call records'], (role) =>
  defineEndpoint({
    role,
    may: 'see call records',
    method: 'GET',
    path: '/call-record',
    summary: 'Returns who joined and left a call and when, how it ended, and the chat',
    query: RoomIdInput,
    reply: CallRecord,
    refuses: [reviewRefusals.unknown],
  }),
)

export const listCallChat = mapRoles(abilities['hold calls'], (role) =>
  defineEndpoint({
    role,
    may: 'hold calls',
    method: 'GET',
    path: '/call-chat',
    summary: 'Lists the chat messages of a review, oldest first',
    query: RoomIdInput,
    reply: z.array(ChatLine),
    refuses: [reviewRefusals.unknown],
  }),
)
