/** [longitude, latitude] of where most people of a country live, for the countries Primp works in and their neighbours. */
export const countryCentres: Readonly<Record<string, readonly [number, number]>> = {
  AU: [149.13, -33.87], US: [-98.58, 39.83], GB: [-1.47, 52.48], CA: [-79.38, 43.65],
  IE: [-7.5, 53.3], NZ: [174.76, -38.5], FR: [2.35, 47], DE: [10.4, 51.2], ES: [-3.7, 40.3], IT: [12.5, 42.8], NL: [5.3, 52.1], BE: [4.5, 50.7],
  PT: [-8.6, 39.6], MX: [-100.5, 21.5], IN: [78.9, 22], PK: [70, 30], BD: [90.3, 23.8], NG: [8, 9], GH: [-1.2, 7.9], ZA: [25, -29], KE: [37.9, 0.2],
  SG: [103.82, 1.35], MY: [102, 4.1], PH: [121.8, 12.9], ID: [110, -7], CN: [113, 31], HK: [114.17, 22.3], JP: [138, 36.5], AE: [54.4, 24.4], BR: [-47.9, -19],
  JM: [-77.3, 18.1], TT: [-61.2, 10.6], CH: [8.2, 46.8], AT: [14.5, 47.6], SE: [16, 60], NO: [9, 61], DK: [10, 56], FI: [25.7, 62], PL: [19.4, 52], GR: [23, 39], TR: [33, 39],
}
