export const ageMin = 5
export const ageMax = 120
/** People count ages differently, and birthdays depend on the zone, so an age may be off by one. */
const ageToleranceYears = 1

/** Full years between a date of birth and a day, both YYYY-MM-DD; negative for a future birth. */
export function getAge(day: string, dob: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}

/** Whether an age is within the accepted range. */
export function isPlausibleAge(years: number): boolean {
  return years >= ageMin && years <= ageMax
}

/** What is wrong with a date of birth (YYYY-MM-DD) or an age, with the field to show it on. */
export function findBirthDateProblem(
  { dob, age }: { dob: string; age: number },
  today: string,
): { field: 'dob' | 'age'; message: string } | undefined {
  const years = getAge(today, dob)
  if (dob >= today) return { field: 'dob', message: 'Please enter a date in the past' }
  if (!isPlausibleAge(years)) {
    const message = `Please enter a date that gives an age from ${ageMin} to ${ageMax}`
    return { field: 'dob', message }
  }
  if (Math.abs(age - years) <= ageToleranceYears) return undefined
  return { field: 'age', message: `By the date of birth, the age is ${years}` }
}
