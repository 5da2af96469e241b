import { randomInt } from 'node:crypto';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { strokesOf } from './captcha-glyphs.ts';

/** Pixels, as RuoYi clients display it. */
const WIDTH = 160;
const HEIGHT = 60;

/** Random number in [from, to), in steps of 0.01. */
const between = (from: number, to: number) => from + randomInt(Math.round((to - from) * 100)) / 100;
const randomColour = (lightness: number) => `hsl(${randomInt(360)} 60% ${lightness}%)`;

/** Renders distorted text with crossing lines as a JPEG, to hinder automatic recognition. */
export async function renderPicture(text: string): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f5f7fa';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (let index = 0; index < 6; index++) drawCurve(context, randomColour(80), 1.5);
  for (const [index, character] of [...text].entries()) drawCharacter(context, character, 22 + index * 34);
  for (let index = 0; index < 2; index++) drawCurve(context, randomColour(45), 1.2);
  for (let index = 0; index < 60; index++) {
    context.fillStyle = randomColour(60);
    context.fillRect(randomInt(WIDTH), randomInt(HEIGHT), 1.5, 1.5);
  }
  return canvas.encode('jpeg', 70);
}

function drawCharacter(context: SKRSContext2D, character: string, x: number) {
  context.save();
  context.translate(x + between(-3, 3), 30 + between(-4, 4));
  context.rotate(between(-0.3, 0.3));
  context.scale(between(0.85, 1.1), between(0.85, 1.1));
  context.strokeStyle = randomColour(32);
  context.lineWidth = between(2.4, 3.4);
  for (const stroke of strokesOf(character)) {
    context.beginPath();
    for (const [column, row] of stroke) context.lineTo((column - 2) * 5.5 + between(-0.8, 0.8), (row - 3) * 5.5 + between(-0.8, 0.8));
    context.stroke();
  }
  context.restore();
}

function drawCurve(context: SKRSContext2D, colour: string, width: number) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(between(-5, 20), between(0, HEIGHT));
  context.bezierCurveTo(between(30, 60), between(0, HEIGHT), between(90, 120), between(0, HEIGHT), between(140, 165), between(0, HEIGHT));
  context.stroke();
}
