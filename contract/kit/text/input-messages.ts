import type { z } from 'zod'
import { formatCount } from './plural.ts'

/**
 * The message for an invalid field whose schema has no message of its own. Undefined for a union,
 * where the closest branch is reported instead.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required' : typeMessages[issue.expected]
    case 'invalid_value':
      return `Use one of: ${issue.values.join(', ')}`
    case 'invalid_format':
      return 'This format is not valid'
    case 'too_big':
      return `Use at most ${formatLimit(issue.maximum, issue.origin)}`
    case 'too_small':
      return `Use at least ${formatLimit(issue.minimum, issue.origin)}`
    default:
      return undefined
  }
}

const typeMessages: Partial<Record<z.core.$ZodInvalidTypeExpected, string>> = {
  string: 'Use text',
  number: 'Use a number',
  int: 'Use a whole number',
  boolean: 'Use true or false',
  array: 'Use a list',
  object: 'Use an object',
  record: 'Use an object',
}

function formatLimit(limit: number | bigint, origin: string): string {
  if (origin === 'string') return formatCount(Number(limit), 'character', 'characters')
  return origin === 'array'
    ? formatCount(Number(limit), 'item', 'items')
    : limit.toLocaleString('en')
}
