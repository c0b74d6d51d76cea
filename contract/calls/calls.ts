import { z } from 'zod'
import { defineRefusal } from '../kit/refusal.ts'
import { defineSocketEvent } from '../kit/socket-event.ts'
import { chatLineMaxLength, sdpMaxLength } from '../limits/calls.ts'
import { emailMaxLength, lineMaxLength } from '../limits/limits.ts'

/** Texts of the call screen (specification, section 2), by who is missing. */
export const waitingForMessages = {
  student: 'Waiting for Student to join the Room',
  reviewer: 'Waiting for Reviewer to join the Room',
} as const
export const joinedMessages = {
  student: 'Student Joined',
  reviewer: 'Reviewer Joined',
} as const
export const shareVideoLabel = 'Share Your Vedio'
/** The link after the call, by who sees it. */
export const afterCallLinkLabels = {
  student: 'Review Details',
  reviewer: 'Update Review Details',
} as const
export const joinReviewLabel = 'Join into review'
export const startReviewLabel = 'Start Review'
export const checkDevicesLabel = 'Check camera and sound'
export const notRecordedNotice =
  'Video and sound are not recorded. Attendance and chat are saved with the review.'

export const callRefusals = {
  notInRoom: defineRefusal(404, 'The other person is not in the room'),
  notJoined: defineRefusal(409, 'Please join the room first'),
  chatFull: defineRefusal(409, 'The chat of this review is full'),
}

const room = z.string().min(1).max(100)
/** A socket id, as received with `user:joined`. */
const peer = z.string().min(1).max(64)
const email = z.string().max(emailMaxLength)
const description = z.object({
  type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
  sdp: z.string().max(sdpMaxLength),
})
/** An ICE candidate; null marks the end of candidates. */
const candidate = z
  .object({
    candidate: z.string().max(lineMaxLength * 4),
    sdpMid: z.string().max(100).nullish(),
    sdpMLineIndex: z.number().int().min(0).max(1000).nullish(),
    usernameFragment: z.string().max(300).nullish(),
  })
  .nullable()

export const ChatText = z.string().trim().min(1).max(chatLineMaxLength)

/**
 * Events from the client (contract, section 6; names and spelling are the specification's).
 * `peer:candidate`, `room:leave` and `chat:kept` are our own. The server acknowledges each.
 */
export const callClientEvents = {
  /**
   * Enters the room, or enters it again after a reload. `email` is ignored. With `tellPresent`, the
   * server also sends `user:joined` for those already present. Older clients do not send it: they
   * create the offer on one side only, and offers from both sides would collide.
   */
  join: defineSocketEvent(
    'room:join',
    z.object({ email: email.nullish(), room, tellPresent: z.boolean().optional() }),
  ),
  leave: defineSocketEvent('room:leave', z.object({ room })),
  call: defineSocketEvent('user:call', z.object({ to: peer, offer: description })),
  accept: defineSocketEvent('call:accepted', z.object({ to: peer, ans: description })),
  negotiate: defineSocketEvent('peer:nego:needed', z.object({ to: peer, offer: description })),
  negotiated: defineSocketEvent('peer:nego:done', z.object({ to: peer, ans: description })),
  candidate: defineSocketEvent('peer:candidate', z.object({ to: peer, candidate })),
  end: defineSocketEvent('call:ended', z.object({ to: peer })),
  /** Chat goes from peer to peer. Each line is also sent here, to be saved with the review. */
  chat: defineSocketEvent('chat:kept', z.object({ room, text: ChatText })),
} as const

/** Events from the server. `from` and `id` are socket ids. */
export const callServerEvents = {
  /** The client has entered the room, under the email of its session. */
  join: defineSocketEvent('room:join', z.object({ email: z.string(), room })),
  /** Someone is in the room. Sent again with the same `id`, they have restarted. */
  joined: defineSocketEvent('user:joined', z.object({ email: z.string(), id: peer })),
  /** Someone has left. Ignore it unless `id` is the current peer. */
  left: defineSocketEvent('user:left', z.object({ id: peer })),
  /** The same person entered from another client. This socket has left the room. */
  replaced: defineSocketEvent('room:replaced', z.object({ room })),
  call: defineSocketEvent('incomming:call', z.object({ from: peer, offer: description })),
  accept: defineSocketEvent('call:accepted', z.object({ from: peer, ans: description })),
  negotiate: defineSocketEvent('peer:nego:needed', z.object({ from: peer, offer: description })),
  negotiated: defineSocketEvent('peer:nego:final', z.object({ from: peer, ans: description })),
  candidate: defineSocketEvent('peer:candidate', z.object({ from: peer, candidate })),
  end: defineSocketEvent('call:ended', z.object({ from: peer })),
} as const

/** The id of a call's room, which is the review's. */
export const RoomIdInput = z.object({ id: room })
