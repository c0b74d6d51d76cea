/**
 * Returns a warning for each variable whose name is almost that of a setting: another letter case,
 * a plural, or an edit distance of one (a letter added, missing, wrong or swapped). For short names
 * such as PORT only the plural counts, since many words are one letter away.
 */
export function warnOfMisspelledSettings(
  names: readonly string[],
  environment: NodeJS.ProcessEnv,
): string[] {
  const given = Object.keys(environment).filter((name) => !names.includes(name))
  return given.flatMap((name) => {
    const meant = names.find((setting) => isNear(name, setting))
    return meant ? [`${name} is not a setting and has no effect. Did you mean ${meant}?`] : []
  })
}

const short = 5

function isNear(name: string, setting: string): boolean {
  const said = name.toUpperCase()
  if ([setting, `${setting}S`, setting.replace(/Y$/, 'IES')].includes(said)) return true
  if (setting.length <= short) return false
  return (
    differsInOne(said, setting) ||
    isSwapped(said, setting) ||
    hasOneMore(said, setting) ||
    hasOneMore(setting, said)
  )
}

function differsInOne(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  return a.slice(at + 1) === b.slice(at + 1)
}

function isSwapped(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

function hasOneMore(longer: string, shorter: string): boolean {
  const at = firstDifference(longer, shorter)
  return longer.length === shorter.length + 1 && longer.slice(at + 1) === shorter.slice(at)
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}
