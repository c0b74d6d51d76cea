import { expect, test } from 'vitest'
import { makeSemaphore } from './semaphore.ts'

/** Pieces of work that begin when the semaphore lets them, and end when the test says so. */
function piecesOf(inTurn: ReturnType<typeof makeSemaphore>) {
  const begun: number[] = []
  const end: (() => void)[] = []
  let made = 0
  const begin = (whose = '') => {
    const number = made++
    return inTurn(
      whose,
      () =>
        new Promise<number>((resolve) => {
          begun.push(number)
          end[number] = () => resolve(number)
        }),
    )
  }
  return { begun, end, begin }
}

test('a limited number of tasks runs at once, the others in order', async () => {
  const { begun, end, begin } = piecesOf(makeSemaphore({ atOnce: 2, waitingMax: 3 }))
  const done = [begin(), begin(), begin(), begin()]
  expect(begun).toEqual([0, 1])
  end[1]?.()
  expect(await done[1]).toBe(1)
  expect(begun).toEqual([0, 1, 2])
  end[0]?.()
  expect(await done[0]).toBe(0)
  expect(begun).toEqual([0, 1, 2, 3])
  end[2]?.()
  end[3]?.()
  expect(await Promise.all(done)).toEqual([0, 1, 2, 3])
})

test('a task is refused at once when the queue is full, and accepted when there is space again', async () => {
  const { begun, end, begin } = piecesOf(makeSemaphore({ atOnce: 1, waitingMax: 1 }))
  const [first, second] = [begin(), begin()]
  await expect(begin()).rejects.toMatchObject({ refusal: { status: 503 }, retryAfterSeconds: 2 })
  end[0]?.()
  await first
  const third = begin()
  end[1]?.()
  await second
  expect(begun).toEqual([0, 1, 3])
  end[3]?.()
  await third
})

test('a failed task frees its slot', async () => {
  const inTurn = makeSemaphore({ atOnce: 1, waitingMax: 1 })
  const failed = inTurn('', async () => {
    throw new Error('no')
  })
  const next = inTurn('', async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await inTurn('', async () => 'again')).toBe('again')
})

test('owners take turns, however many tasks one of them queues', async () => {
  const { begun, end, begin } = piecesOf(makeSemaphore({ atOnce: 1, waitingMax: 6 }))
  const done = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(begin)
  for (const next of [0, 1, 4, 5, 2, 6, 3]) {
    expect(begun.at(-1)).toBe(next)
    end[next]?.()
    await done[next]
  }
})

test('a full queue drops the newest task of the owner with most, unless the new one has as many', async () => {
  const { begun, end, begin } = piecesOf(makeSemaphore({ atOnce: 1, waitingMax: 4 }))
  const done = ['a', 'a', 'a', 'a', 'a'].map(begin)
  const refused = { refusal: { status: 503 }, retryAfterSeconds: 2 }
  const first = begin('b')
  await expect(done[4]).rejects.toMatchObject(refused)
  await expect(begin('a')).rejects.toMatchObject(refused)
  const second = begin('b')
  await expect(done[3]).rejects.toMatchObject(refused)
  await expect(begin('b')).rejects.toMatchObject(refused)
  for (const next of [0, 1, 5, 2, 7]) {
    expect(begun.at(-1)).toBe(next)
    end[next]?.()
    await Promise.resolve()
    await new Promise(setImmediate)
  }
  await Promise.all([first, second, done[0], done[1], done[2]])
})
