import { z } from 'zod'
import { refusal } from './kit/refusal.ts'
import { socketEvent } from './kit/socket.ts'
import { chatLineMaxLength, sdpMaxLength } from './limits/calls.ts'
import { emailMaxLength, lineMaxLength } from './limits.ts'

/** The texts of the call screen (specification, section 2), by who is being waited for. */
export const waitingForMessages = {
  student: 'Waiting for Student to join the Room',
  reviewer: 'Waiting for Reviewer to join the Room',
} as const
export const joinedMessages = {
  student: 'Student Joined',
  reviewer: 'Reviewer Joined',
} as const
export const shareVideoLabel = 'Share Your Vedio'
/** The link after the end of the call, by whose screen it is on. */
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
  notScheduled: refusal(409, 'This review is not scheduled yet'),
  over: refusal(409, 'This review is over'),
  notInRoom: refusal(404, 'They are not in the room'),
  notJoined: refusal(409, 'Please join the room first'),
  chatFull: refusal(409, 'The chat of this review is full'),
}

const room = z.string().min(1).max(100)
/** The id of a socket, as `user:joined` told it. */
const peer = z.string().min(1).max(64)
const email = z.string().max(emailMaxLength)
const description = z.object({
  type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
  sdp: z.string().max(sdpMaxLength),
})
/** An ICE candidate; null says that there are no more. */
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
 * What a page sends (contract, section 6; the names are the specification's, with its spelling).
 * `peer:candidate`, `room:leave` and `chat:kept` are our own. Each is acknowledged.
 */
export const callClientEvents = {
  /**
   * Comes in, or comes in anew after a reload of the screen; `email` is not looked at. Who sends
   * `tellPresent` is told of those who are there: a client that does not ask for it offers the call
   * from one side alone, and two sides that both offer it would collide.
   */
  join: socketEvent(
    'room:join',
    z.object({ email: email.nullish(), room, tellPresent: z.boolean().optional() }),
  ),
  leave: socketEvent('room:leave', z.object({ room })),
  call: socketEvent('user:call', z.object({ to: peer, offer: description })),
  accept: socketEvent('call:accepted', z.object({ to: peer, ans: description })),
  negotiate: socketEvent('peer:nego:needed', z.object({ to: peer, offer: description })),
  negotiated: socketEvent('peer:nego:done', z.object({ to: peer, ans: description })),
  candidate: socketEvent('peer:candidate', z.object({ to: peer, candidate })),
  end: socketEvent('call:ended', z.object({ to: peer })),
  /** Chat goes from page to page; each line is also handed in, to be kept with the review. */
  chat: socketEvent('chat:kept', z.object({ room, text: ChatText })),
} as const

/** What a page is told. `from` and `id` are ids of sockets. */
export const callServerEvents = {
  /** The page may go to the call screen: it is in the room, under the email of its session. */
  join: socketEvent('room:join', z.object({ email: z.string(), room })),
  /** Somebody is in the room. Told again with the same `id`, they have begun anew. */
  joined: socketEvent('user:joined', z.object({ email: z.string(), id: peer })),
  /** Somebody has gone. An `id` that is not the present peer's is to be ignored. */
  left: socketEvent('user:left', z.object({ id: peer })),
  /** The same person came in elsewhere; this socket has left the room. */
  replaced: socketEvent('room:replaced', z.object({ room })),
  call: socketEvent('incomming:call', z.object({ from: peer, offer: description })),
  accept: socketEvent('call:accepted', z.object({ from: peer, ans: description })),
  negotiate: socketEvent('peer:nego:needed', z.object({ from: peer, offer: description })),
  negotiated: socketEvent('peer:nego:final', z.object({ from: peer, ans: description })),
  candidate: socketEvent('peer:candidate', z.object({ from: peer, candidate })),
  end: socketEvent('call:ended', z.object({ from: peer })),
} as const

/** Which review's call. */
export const RoomIdInput = z.object({ id: room })
