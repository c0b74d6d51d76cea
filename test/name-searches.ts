/** Searches, each with a name that it must find. */
export const nameSearches = [
  ['zoe', 'Zoë Zimmer'],
  ['lukasz', 'Łukasz Żak'],
  ['strasse', 'Straße Groß'],
  ['gross', 'Straße Groß'],
  ['isik', 'İpek Işık'],
  ['ışık', 'İpek Işık'],
  ["o'neil", 'D’Arcy O’Neil'],
  ['d’arcy stone', "D'Arcy Stone"],
  ['nguyen', 'Nguye\u0302\u0303n Thu Ha\u0300'],
  ['nguyễn', 'Nguye\u0302\u0303n Thu Ha\u0300'],
  ['ricci joao', 'João Ricci'],
] as const
