import type { ChunkFailure } from './import-chunk.ts'

type Words = { title: string; text: string }

const anew: Words = {
  title: 'There is a new version',
  text: 'It is loading. What you have typed is kept.',
}

const fetchedLater = 'This page could not be loaded. It will load as soon as possible.'

/** Shown while a screen's code is missing. */
export const chunkErrorTexts: Record<ChunkFailure, Words> = {
  offline: {
    title: 'No connection',
    text: fetchedLater,
  },
  'server fault': {
    title: 'Server error',
    text: fetchedLater,
  },
  'new version': anew,
  'failure cached': { title: 'One moment', text: 'The page is reloading.' },
}

/** Shown in the place of a part of a screen whose code is missing. */
export const newVersionText: Words = {
  title: 'There is a new version of this page',
  text: 'What you have typed is kept.',
}
export const reloadLabel = 'Reload'
