import type { NewRubric, RubricPart } from './rubrics.ts'

/** A rubric to begin with. */
export const exampleRubric: NewRubric = {
  criteria: [
    makeCriterion('code', 'It works', 50, [
      'Does what the task asks, also with unusual input',
      'Works, with some cases missing',
      'Partly works',
      'Does not run',
    ]),
    makeCriterion('code', 'Readable code', 30, [
      'Clear names and small functions',
      'Readable, with some long or unclear parts',
      'Hard to follow',
      'The student cannot explain it',
    ]),
    makeCriterion('code', 'Tested', 20, [
      'Tests of the rules and the edge cases',
      'Tests of the main case',
      'Only tried by hand',
      'Not tried',
    ]),
    makeCriterion('theory', 'Understanding', 60, [
      'Explains why, and compares alternatives',
      'Explains how it works',
      'Knows the terms, but not how they fit together',
      'Cannot explain the topic',
    ]),
    makeCriterion('theory', 'Answers to questions', 40, [
      'Answers and goes further',
      'Answers with some help',
      'Answers few questions',
      'Does not answer',
    ]),
  ],
}

/** A criterion with four levels: all of its points, seven tenths, three tenths and none. */
function makeCriterion(
  part: RubricPart,
  name: string,
  points: number,
  texts: readonly string[],
): NewRubric['criteria'][number] {
  const levels = texts.map((text, index) => ({
    points: (points * ([10, 7, 3][index] ?? 0)) / 10,
    text,
  }))
  return { name, part, points, levels }
}
