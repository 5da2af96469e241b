import { randomInt } from 'node:crypto';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { strokesOf } from './captcha-glyphs.ts';

/** Pixels, as RuoYi clients display it. */
const WIDTH = 160;
const HEIGHT = 60;

/** Random number in [from, to), in steps of 0.01. */
const between = (from: number, to: number) => from + randomInt(Math.round((to - from) * 100)) / 100;
const ink = (light: number) => `hsl(${randomInt(360)} 60% ${light}%)`;

/** Renders distorted text with crossing lines as a JPEG, to hinder automatic recognition. */
export async function draw(text: string): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f5f7fa';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (let index = 0; index < 6; index++) curve(pen, ink(80), 1.5);
  for (const [index, sign] of [...text].entries()) write(pen, sign, 22 + index * 34);
  for (let index = 0; index < 2; index++) curve(pen, ink(45), 1.2);
  for (let index = 0; index < 60; index++) {
    pen.fillStyle = ink(60);
    pen.fillRect(randomInt(WIDTH), randomInt(HEIGHT), 1.5, 1.5);
  }
  return canvas.encode('jpeg', 70);
}

function write(pen: SKRSContext2D, sign: string, x: number) {
  pen.save();
  pen.translate(x + between(-3, 3), 30 + between(-4, 4));
  pen.rotate(between(-0.3, 0.3));
  pen.scale(between(0.85, 1.1), between(0.85, 1.1));
  pen.strokeStyle = ink(32);
  pen.lineWidth = between(2.4, 3.4);
  for (const stroke of strokesOf(sign)) {
    pen.beginPath();
    for (const [across, down] of stroke) pen.lineTo((across - 2) * 5.5 + between(-0.8, 0.8), (down - 3) * 5.5 + between(-0.8, 0.8));
    pen.stroke();
  }
  pen.restore();
}

function curve(pen: SKRSContext2D, colour: string, width: number) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(between(-5, 20), between(0, HEIGHT));
  pen.bezierCurveTo(between(30, 60), between(0, HEIGHT), between(90, 120), between(0, HEIGHT), between(140, 165), between(0, HEIGHT));
  pen.stroke();
}
