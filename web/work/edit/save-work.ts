import { createStore } from 'zustand/vanilla'
import { secondMs } from '#contract/kit/time/durations.ts'
import { getHome, reviewRefusals } from '#contract/reviews/reviews.ts'
import { getWork, saveWork, type Work } from '#contract/work.ts'
import { ApiError, callApi, SessionEndedError } from '#web/kit/api/call-api.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { isTemporary } from '#web/kit/api/is-temporary.ts'
import { onSessionEnd } from '#web/kit/api/session.ts'
import { addEdits, dropSent, hasEdits, noEdits, toChange, type WorkEdits } from './edits.ts'
import { forgetSent, keepUnsent, readUnsent, readUnsentEdits } from './unsent-edits.ts'

/** How long after the last change it is saved: well within the limit of changes a minute. */
const typingMs = secondMs
const retryMs = 10 * secondMs
const cachedWork = { queryKey: [getWork.path] }

type Saving = {
  reviewId: string
  edits: WorkEdits
  state: 'idle' | 'saving' | 'saved' | 'offline' | 'delayed' | 'refused'
  /** Why the server refuses the edits. */
  refusal: string
}

const nothingTyped: Saving = { reviewId: '', edits: noEdits, state: 'idle', refusal: '' }

/** The edits of this tab, and what became of the last ones. */
export const savingStore = createStore<Saving>()(() => nothingTyped)

let timer: ReturnType<typeof setTimeout> | undefined
let isSending = false
/** Whether another device may have saved since the work was fetched. */
let isBehind = true
/** The reviews whose work has been edited in this session. */
const edited = new Set<string>()
/** Reviews of others who have left unsent edits in this browser. */
const ofOthers = new Set<string>()

// One person's input must not be shown to the next.
onSessionEnd(() => {
  clearTimeout(timer)
  isBehind = true
  edited.clear()
  ofOthers.clear()
  savingStore.setState(nothingTyped)
})
addEventListener('online', sendUnsent)
addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void send()
})

/** Changes a student's work: at once on the screen and on this device, soon on the server. */
export function editWork(
  { reviewId, studentId }: Pick<Work, 'reviewId' | 'studentId'>,
  change: Partial<WorkEdits>,
): void {
  const now = savingStore.getState()
  const edits = addEdits(now.reviewId === reviewId ? now.edits : noEdits, change)
  savingStore.setState({ reviewId, edits, state: 'saving', refusal: '' })
  edited.add(reviewId)
  keepUnsent({ reviewId, studentId, edits })
  sendIn(typingMs)
}

/** Sends what is left on this device, for example since the page was closed. */
export function sendUnsent(): void {
  const left = readUnsent().find(({ reviewId }) => !ofOthers.has(reviewId))
  if (left && !hasEdits(savingStore.getState().edits)) {
    savingStore.setState({ reviewId: left.reviewId, edits: left.edits })
  }
  void send()
}

function sendIn(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(send, ms)
}

/** Shows work as if it had just been fetched. */
async function show(work: Work): Promise<void> {
  await queryClient.cancelQueries(cachedWork)
  queryClient.setQueriesData(cachedWork, work)
}

/** The work as it was last fetched; undefined if another device may have saved since. */
function getCurrentWork(): Work | undefined {
  const state = queryClient.getQueryCache().find<Work>({ ...cachedWork, exact: false })?.state
  // It is invalidated by changes and by failures to fetch it.
  if (isBehind || state?.isInvalidated || state?.fetchStatus !== 'idle') return undefined
  return state.data
}

async function send(): Promise<void> {
  const { reviewId, edits, state } = savingStore.getState()
  if (isSending || state === 'refused' || !hasEdits(edits)) return
  clearTimeout(timer)
  isSending = true
  savingStore.setState({ state: 'saving' })
  let work: Work | undefined
  try {
    work = getCurrentWork() ?? (await callApi(getWork)).data
    const value = { reviewId, ...toChange(work, edits) }
    await show((await callApi(saveWork, { body: { value } })).data)
    // Shown by the next screen.
    await queryClient.invalidateQueries({ queryKey: [getHome.path], refetchType: 'none' })
    isBehind = false
    drop(reviewId, edits)
  } catch (error) {
    settleFailure(error, reviewId, work?.studentId)
  }
  isSending = false
  if (savingStore.getState().state === 'saving') sendIn(typingMs)
}

function drop(reviewId: string, sent: WorkEdits): void {
  forgetSent(reviewId, sent)
  const edits = dropSent(savingStore.getState().edits, sent)
  savingStore.setState({ edits, state: hasEdits(edits) ? 'saving' : 'saved' })
}

const isUnknown = (error: unknown) =>
  error instanceof ApiError && error.status === reviewRefusals.unknown.status

/** Whether the edits kept for a review are this student’s own. */
const isOwn = (reviewId: string, studentId: string | undefined) =>
  edited.has(reviewId) ||
  (studentId !== undefined && readUnsentEdits(reviewId).studentId === studentId)

/** Forgets refused edits once they are shown. */
export function forgetRefused(): void {
  const { reviewId, edits } = savingStore.getState()
  forgetSent(reviewId, edits)
}

function settleFailure(error: unknown, reviewId: string, studentId: string | undefined): void {
  isBehind = true
  const now = savingStore.getState()
  // The login replaces the screen; the edits are sent after it.
  if (error instanceof SessionEndedError) {
    savingStore.setState({ state: 'idle' })
  } else if (isUnknown(error) && !isOwn(reviewId, studentId)) {
    ofOthers.add(reviewId)
    if (now.reviewId === reviewId) savingStore.setState(nothingTyped)
    timer = setTimeout(sendUnsent)
  } else if (error instanceof ApiError && !isTemporary(error)) {
    savingStore.setState({ state: 'refused', refusal: error.message })
    void queryClient.invalidateQueries({ queryKey: [getWork.path] })
  } else {
    const isOffline = error instanceof ApiError && error.status === 0
    savingStore.setState({ state: isOffline ? 'offline' : 'delayed' })
    sendIn(retryMs)
  }
}
