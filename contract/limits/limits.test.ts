import { expect, test } from 'vitest'
import * as limits from './limits.ts'

test('the constants match the specification', () => {
  expect(limits).toMatchObject({
    requestTimeoutMs: 6000,
    passwordMinLength: 8,
    mobileNumberLength: 10,
    firstWeek: 1,
    lastWeek: 30,
    bookingHorizonDaysDefault: 3,
    toastMs: 5000,
    successDialogMs: 2000,
    socketReconnectDelayMs: 1000,
    socketReconnectDelayMaxMs: 5000,
    socketRandomizationFactor: 0.5,
    socketConnectTimeoutMs: 20000,
    storageTimeoutMs: 5000,
    storageVersion: 1,
  })
})
