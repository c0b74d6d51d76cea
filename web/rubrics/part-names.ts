import type { RubricPart } from '#contract/rubrics/rubrics.ts'

export const partNames: Record<RubricPart, string> = { code: 'Code', theory: 'Theory' }
