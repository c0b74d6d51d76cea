import { isOneEditApart } from '#contract/kit/text/did-you-mean.ts'

/**
 * Returns a warning for each variable whose name is almost that of a setting: another letter case,
 * a plural, or an edit distance of one (a letter added, missing, wrong or swapped). For short names
 * such as PORT only the plural counts, since many words are one letter away.
 */
export function getMisspellingWarnings(
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
  return setting.length > short && isOneEditApart(said, setting)
}
