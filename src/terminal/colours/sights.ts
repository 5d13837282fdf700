import { contrastBetween, fromLinear, toLinear, type Rgb } from './terminal-colours.ts';

type Matrix = readonly [Rgb, Rgb, Rgb];

/**
 * How people without red or green cones see colours, as matrices over linear RGB: Machado, Oliveira and Fernandes, "A
 * Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.0.
 */
const MATRICES: readonly Matrix[] = [
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
];

/** How well one colour is told from another by everybody: the usual sight first, then the others. */
export function contrastsOfSights(one: Rgb, other: Rgb): readonly number[] {
  return [
    contrastBetween(one, other),
    ...MATRICES.map((matrix) => contrastBetween(seen(one, matrix), seen(other, matrix))),
  ];
}

function seen([red, green, blue]: Rgb, matrix: Matrix): Rgb {
  const [ofRed, ofGreen, ofBlue] = [toLinear(red), toLinear(green), toLinear(blue)];
  const part = ([r, g, b]: Rgb) => fromLinear(Math.min(1, Math.max(0, r * ofRed + g * ofGreen + b * ofBlue)));
  return [part(matrix[0]), part(matrix[1]), part(matrix[2])];
}
