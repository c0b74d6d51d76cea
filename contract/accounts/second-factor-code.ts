import { z } from 'zod'
import { secondFactorCodeMaxLength } from '../limits/accounts.ts'

export const codeNeededMessage = 'Please enter the code from your authenticator app.'
const codeRequired = 'please enter the code'
export const wrongCodeMessage = 'This code is not correct. Please try again.'

/** A code as typed or pasted: from an authenticator app, or a recovery code. */
export const SecondFactorCode = z
  .string({ error: codeRequired })
  .trim()
  .min(1, codeRequired)
  .max(secondFactorCodeMaxLength, wrongCodeMessage)
