import { expect, test } from 'vitest'
import { deviceProblem } from './device-problem.ts'

test('each reason why there is no picture is told in plain words, with what to do', () => {
  const said = (name: string) => deviceProblem(new DOMException('', name))
  expect(said('NotAllowedError')).toContain('Allow both in the settings of your browser')
  expect(said('NotFoundError')).toBe(
    'No camera or microphone was found. Connect one, then try again.',
  )
  expect(said('NotReadableError')).toContain('in use by another program')
  expect(deviceProblem('something else')).toContain('Try again')
})
