/* texts.h: the kernels in C. Their arguments are those of table.c. */
#ifndef RG_BENCH_TEXTS_H
#define RG_BENCH_TEXTS_H

#include "bench/kernels/kernel.h"

kernel_text k_dot_product;
kernel_text k_matrix_vector;
kernel_text k_matrix_product;
kernel_text k_rank_one;
kernel_text k_polynomial;
kernel_text k_softmax;
kernel_text k_layer_norm;
kernel_text k_tanh_layer;
kernel_text k_mixture;
kernel_text k_cosine;
kernel_text k_heat;
kernel_text k_wave;
kernel_text k_laplace;
kernel_text k_filter;
kernel_text k_image_filter;
kernel_text k_biquad;
kernel_text k_prefix_sum;
kernel_text k_chebyshev;
kernel_text k_tridiagonal;
kernel_text k_gather;
kernel_text k_histogram;
kernel_text k_scatter;
kernel_text k_sparse_rows;
kernel_text k_embedding;
kernel_text k_nearest;
kernel_text k_k_means;
kernel_text k_page_rank;
kernel_text k_time_warp;
kernel_text k_viterbi;
kernel_text k_edit_distance;
kernel_text k_knapsack;
kernel_text k_fourier;
kernel_text k_haar;
kernel_text k_walsh;
kernel_text k_forces;
kernel_text k_chain;
kernel_text k_lennard_jones;

#endif
