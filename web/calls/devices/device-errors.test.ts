import { expect, test } from 'vitest'
import { formatDeviceError } from './device-errors.ts'

test('each device error has a message that says what to do', () => {
  const said = (name: string) => formatDeviceError(new DOMException('', name))
  expect(said('NotAllowedError')).toContain('Allow both for this page in your browser’s settings')
  expect(said('NotFoundError')).toBe(
    'No camera or microphone was found. Connect one, then try again.',
  )
  expect(said('NotReadableError')).toContain('in use by another app')
  expect(formatDeviceError('something else')).toContain('Try again')
})
