export const ageMin = 5
export const ageMax = 120
/** Birthdays differ by place and by who counts: so far an age may be from the date of birth. */
const ageToleranceYears = 1

/** Full years on a day from a date of birth, both YYYY-MM-DD; below 0 for one that is still to come. */
export function getAge(day: string, dob: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}

/** Whether somebody can be so many years old. */
export function isPlausibleAge(years: number): boolean {
  return years >= ageMin && years <= ageMax
}

/** What is wrong with a date of birth (YYYY-MM-DD) and the age beside it on this day, by field. */
export function findBirthDateProblem(
  { dob, age }: { dob: string; age: number },
  today: string,
): { field: 'dob' | 'age'; message: string } | undefined {
  const years = getAge(today, dob)
  if (dob >= today) return { field: 'dob', message: 'Please enter a date in the past' }
  if (!isPlausibleAge(years)) {
    const message = `Please enter a date that makes an age from ${ageMin} to ${ageMax}`
    return { field: 'dob', message }
  }
  if (Math.abs(age - years) <= ageToleranceYears) return undefined
  return { field: 'age', message: `Born on this date, the age is ${years}` }
}
