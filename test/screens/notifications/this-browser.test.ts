import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { makeFakeBrowser } from '#test/push/fake-browser.ts'
import { waitForPendingRequests } from '#web/kit/api/request.ts'
import { refreshNotifications } from '#web/notifications/api.ts'
import { openScreen } from '../open-screen.tsx'
import { type School, startDemoSchool } from '../school.ts'
import { consoleErrors } from '../set-up.ts'

const notify = () => screen.findByRole('checkbox', { name: 'Notify me in this browser' })

type Able = {
  permission?: NotificationPermission
  /** The answer to the browser's permission prompt. */
  answers?: NotificationPermission
  isDown?: boolean
  isSecure?: boolean
  /** Collects when the browser subscribed (ms since 1970). */
  subscribedAt?: number[]
}

function define(on: object, name: string, value: unknown): void {
  Object.defineProperty(on, name, { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(on, name))
}

/** Gives this DOM the browser's push API, and records the calls. */
function makeAble(able: Able = {}) {
  const { permission = 'default', answers = 'granted', isSecure = true } = able
  const asked: string[] = []
  let current: object | null = null
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: makeFakeBrowser().keys }),
    unsubscribe: async () => {
      asked.push('end')
      current = null
    },
  }
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      asked.push('subscribe')
      able.subscribedAt?.push(Date.now())
      if (able.isDown) throw new DOMException('push service error', 'AbortError')
      current = subscription
      return subscription
    },
  }
  const registration = { pushManager }
  const serviceWorker = Object.assign(new EventTarget(), {
    register: async () => registration,
    startMessages() {},
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  })
  const notification = {
    permission,
    requestPermission: async () => {
      asked.push('permission')
      notification.permission = answers
      return answers
    },
  }
  // So that another screen in the same browser finds them too.
  define(navigator, 'serviceWorker', serviceWorker)
  define(window, 'isSecureContext', isSecure)
  define(window, 'PushManager', class {})
  define(window, 'Notification', notification)
  onTestFinished(() => localStorage.clear())
  return asked
}

const open = async (school: School) => {
  const token = await school.tokenOf('student')
  await openScreen(school, { as: { role: 'student', token }, at: '/notice-settings' })
}

/** Cancels the demo student's review, which notifies the student. */
async function cancel(school: School): Promise<void> {
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  const body = { value: { reviewId: '_id' in home ? home._id : '', reason: 'I am ill' } }
  await school.call(cancelBooking.advisor, { token: await school.tokenOf('advisor'), body })
}

const countSubscriptions = async ({ context }: School) =>
  (await context.db.selectFrom('push_subscriptions').selectAll().execute()).length

test('a click asks for permission, and this browser gets notifications until the next click', async () => {
  const school = await startDemoSchool()
  await open(school)
  const asked = makeAble()
  await waitFor(async () => expect(await notify()).toBeEnabled())
  expect(asked).toEqual([])
  await userEvent.click(await notify())
  await screen.findByText(
    'You get notifications here while you are not looking at this page, until you log out.',
  )
  expect(await notify()).toBeChecked()
  // The page also renews the subscription by itself, before or after the click.
  const inOrder = () => [...new Set(asked)]
  expect(inOrder()).toEqual(['permission', 'subscribe'])
  expect(await countSubscriptions(school)).toBe(1)

  await userEvent.click(await notify())
  await waitFor(async () => expect(await notify()).not.toBeChecked())
  expect(inOrder()).toEqual(['permission', 'subscribe', 'end'])
  expect(await countSubscriptions(school)).toBe(0)
})

test('push survives a new sign-in of the same person, but not of another', async () => {
  const school = await startDemoSchool()
  const asked = makeAble()
  await open(school)
  await waitFor(async () => expect(await notify()).toBeEnabled())
  await userEvent.click(await notify())
  await waitFor(async () => expect(await notify()).toBeChecked())
  await school.context.db.deleteFrom('sessions').execute()
  expect(await countSubscriptions(school)).toBe(0)

  await openScreen(school, { as: 'advisor', at: '/advisor/notice-settings' })
  await waitFor(async () => expect(await notify()).toBeEnabled())
  expect(await notify()).not.toBeChecked()
  expect(await countSubscriptions(school)).toBe(0)
  await open(school)
  await waitFor(async () => expect(await countSubscriptions(school)).toBe(1))
  await waitFor(async () => expect(await notify()).toBeChecked())
  // No second permission prompt.
  expect(asked.filter((one) => one !== 'subscribe')).toEqual(['permission'])
})

test('a page that stays open renews its subscription once a day, when it is looked at', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const school = await startDemoSchool()
  const subscribedAt: number[] = []
  const able: Able = { subscribedAt }
  const asked = makeAble(able)
  await open(school)
  // The page has begun to watch.
  const bar = within(await screen.findByRole('banner'))
  await bar.findByText('1 unread notification')
  await waitFor(async () => expect(await notify()).toBeEnabled())
  await userEvent.click(await notify())
  await waitFor(async () => expect(await notify()).toBeChecked())
  const start = Date.now()
  subscribedAt.length = 0
  async function lookAfter(ms: number, renewals: number, isHidden = false) {
    vi.setSystemTime(Date.now() + ms)
    define(document, 'visibilityState', isHidden ? 'hidden' : 'visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(subscribedAt).toHaveLength(renewals))
    await waitForPendingRequests()
  }
  await lookAfter(dayMs, 0, true)
  await lookAfter(hourMs, 1)
  await lookAfter(dayMs - hourMs, 1)
  await lookAfter(dayMs, 2)
  expect(subscribedAt.map((at) => at - start)).toEqual([dayMs + hourMs, 3 * dayMs])
  // One that fails is tried again at the next look.
  able.isDown = true
  asked.length = 0
  subscribedAt.length = 0
  await lookAfter(dayMs, 2)
  expect(asked).toEqual(['subscribe', 'end', 'subscribe'])
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('push service error')])
  able.isDown = false
  await lookAfter(0, 3)
})

test('opening a push marks its notification as read, in a new page and in an open one', async () => {
  vi.stubEnv('DEV', false)
  onTestFinished(() => void vi.unstubAllEnvs())
  const school = await startDemoSchool()
  makeAble()
  await open(school)
  await waitFor(async () => expect(await notify()).toBeEnabled())
  await userEvent.click(await notify())
  await waitFor(async () => expect(await notify()).toBeChecked())
  const token = await school.tokenOf('student')
  const unreadIds = async () => {
    const unread = await school.call(listNotifications.student, { token, query: {} })
    return unread.filter(({ read }) => !read).map(({ _id }) => _id)
  }
  const bell = () => screen.findByRole('link', { name: 'Notifications' })
  const [first = ''] = await unreadIds()

  const at = `/progress?from=mail&notice=${first}#top`
  await openScreen(school, { as: { role: 'student', token }, at })
  await waitFor(async () => expect(await unreadIds()).toEqual([]))
  await waitFor(async () => expect(await bell()).toHaveAccessibleDescription(''))
  expect(location.href.endsWith('/progress?from=mail#top')).toBe(true)

  await cancel(school)
  await refreshNotifications()
  await waitFor(async () =>
    expect(await bell()).toHaveAccessibleDescription('1 unread notification'),
  )
  const [opened = ''] = await unreadIds()
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { opened } }))
  await waitFor(async () => expect(await bell()).toHaveAccessibleDescription(''))
  expect(await unreadIds()).toEqual([])
})

test.each([
  ['denied', /^Notifications are blocked in this browser\. Allow them in its site settings/],
  ['default', /^You get the browser notifications you chose/],
] as const)('who answers the browser with %s reads what to do', async (answers, text) => {
  const school = await startDemoSchool()
  const asked = makeAble({ answers })
  await open(school)
  await waitFor(async () => expect(await notify()).toBeEnabled())
  await userEvent.click(await notify())
  await waitFor(() => expect(asked).toEqual(['permission']))
  await screen.findByText(text)
  expect(await notify()).not.toBeChecked()
  expect(await countSubscriptions(school)).toBe(0)
})

test('a browser without push support says so', async () => {
  const school = await startDemoSchool()
  makeAble({ isSecure: false })
  await open(school)
  await screen.findByText('This needs an address that starts with https://.')
  expect(await notify()).toBeDisabled()
})

test('a push service that does not answer shows an error, and push stays off', async () => {
  const school = await startDemoSchool()
  makeAble({ isDown: true })
  await open(school)
  await waitFor(async () => expect(await notify()).toBeEnabled())
  await userEvent.click(await notify())
  await screen.findByText(/^The browser’s push service did not respond\./)
  expect(await notify()).not.toBeChecked()
  expect(consoleErrors.splice(0)).toEqual([
    expect.stringContaining('notices in this browser were not switched'),
  ])
})

test('with the sound on, a new notification plays it once', async () => {
  const school = await startDemoSchool()
  const heard: number[] = []
  class Node {
    connect = () => this
  }
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
    },
  )
  vi.stubGlobal(
    'GainNode',
    class extends Node {
      gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} }
    },
  )
  vi.stubGlobal(
    'OscillatorNode',
    class extends Node {
      constructor(_: unknown, { frequency }: { frequency: number }) {
        super()
        heard.push(frequency)
      }
      start() {}
      stop() {}
    },
  )
  onTestFinished(() => localStorage.clear())
  await open(school)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Sound' }))
  expect(heard).toHaveLength(3)
  const bar = within(await screen.findByRole('banner'))
  const bell = await bar.findByRole('link', { name: 'Notifications' })
  await waitFor(() => expect(bell).toHaveAccessibleDescription('1 unread notification'))

  await cancel(school)
  await refreshNotifications()
  await waitFor(() => expect(heard).toHaveLength(6))
  await refreshNotifications()
  expect(heard).toHaveLength(6)
})
