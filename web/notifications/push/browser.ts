import { endPush, getPushKey, subscribePush } from '#contract/notifications/delivery/push.ts'
import type { Role } from '#contract/roles.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { getPushPerson, storePushPerson } from './stored-subscription.ts'
import { registerWorker } from './worker.ts'

/** How it is with notices in this browser; `blocked` can be changed in the browser alone. */
export type PushState = 'insecure' | 'unsupported' | 'blocked' | 'off' | 'on'

/** The school's key, and who asks for it. */
export type PushKey = { key: string; person: string }

const canNotify = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** How it is for a person. */
export async function readPushState(person: string): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure'
  if (!canNotify()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  if (Notification.permission !== 'granted' || getPushPerson() !== person) return 'off'
  return (await readSubscription()) ? 'on' : 'off'
}

/**
 * Asks the browser whether it may notify, and then its push service for an address, which the school
 * is told. For a press alone: browsers answer no to whoever asks unasked. Raises the browser's error
 * where its push service does not answer.
 */
export async function switchPushOn(role: Role, { key, person }: PushKey): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  await runInOrder(async () => {
    await registerWorker()
    await subscribe(role, key)
    storePushPerson(person)
  })
}

/** Ends it, here and at the school. */
export function switchPushOff(role: Role): Promise<void> {
  return runInOrder(async () => {
    storePushPerson(null)
    await (await readSubscription())?.unsubscribe()
    await callApi(endPush[role])
  })
}

/**
 * Tells the school again where this browser is notified, if it is so for the one who is signed in:
 * it ended with the session before this one, and browsers change the address now and then.
 */
export async function renewPushSubscription(role: Role): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted') return
  const { key, person } = (await callApi(getPushKey[role])).data
  await runInOrder(async () => {
    if (getPushPerson() === person) await subscribe(role, key)
  })
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** One after the other: what is told again must not reach the school after the end of it. */
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
    // It has an address for another key, as of a school that was here before.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return ask()
  })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await callApi(subscribePush[role], { body: { value: { endpoint, keys: { p256dh, auth } } } })
}
