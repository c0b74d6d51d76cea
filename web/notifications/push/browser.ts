import {
  getPushKey,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications/delivery/push.ts'
import type { Role } from '#contract/roles.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { registerWorker } from './register-worker.ts'
import { getPushPerson, storePushPerson } from './stored-push-person.ts'

/** The state of push notifications in this browser; only the browser can change `blocked`. */
export type PushState = 'insecure' | 'unsupported' | 'blocked' | 'off' | 'on'

/** The school's key, and the id of the person who fetched it. */
export type PushKey = { key: string; person: string }

const canNotify = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function readPushState(person: string): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure'
  if (!canNotify()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  if (Notification.permission !== 'granted' || getPushPerson() !== person) return 'off'
  return (await readSubscription()) ? 'on' : 'off'
}

/**
 * Asks for permission, subscribes at the browser's push service and sends the subscription to the
 * school. Call this only on a click: browsers deny unprompted requests. Raises the browser's error
 * if its push service does not answer.
 */
export async function switchPushOn(role: Role, { key, person }: PushKey): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  await runInOrder(async () => {
    await registerWorker()
    await subscribe(role, key)
    storePushPerson(person)
  })
}

/** Ends the subscription, here and at the school. */
export function switchPushOff(role: Role): Promise<void> {
  return runInOrder(async () => {
    storePushPerson(null)
    await (await readSubscription())?.unsubscribe()
    await callApi(unsubscribePush[role])
  })
}

/**
 * Sends this browser's subscription to the school again, if push is on for the signed-in person:
 * the previous session's end removed it, and browsers change subscriptions now and then.
 */
export async function renewPushSubscription(role: Role): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted') return
  const { key, person } = (await callApi(getPushKey[role])).data
  await runInOrder(async () => {
    if (getPushPerson() === person) await subscribe(role, key)
  })
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** Runs one task after another: a renewal must not reach the school after an unsubscription. */
function runInOrder(work: () => Promise<void>): Promise<void> {
  const turn = lastTurn.then(work, work)
  lastTurn = turn
  return turn
}

async function readSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribe(role: Role, key: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const ask = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const subscription = await ask().catch(async (error: unknown) => {
    // There is a subscription with another key, for example of a previous school.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return ask()
  })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await callApi(subscribePush[role], { body: { value: { endpoint, keys: { p256dh, auth } } } })
}
